#!/bin/bash
# few_events.sh STATS MOST - fails when a run had more state events than MOST.
count=$(grep -o '"state_events": *[0-9]*' "$1" | grep -o '[0-9]*$')
[ -n "$count" ] && [ "$count" -le "$2" ] && exit 0
echo "error: $count state events, at most $2 expected"
exit 1
