/* manual.c - all commands and options, from their tables: reference page, man page, completion for shells. */
#include "tools/tools.h"

#include <ctype.h>
#include <string.h>

static const char *const exit_codes[] = {"0",  "done",
                                         "1",  "usage, or a file that cannot be read or written",
                                         "2",  "the model is invalid",
                                         "3",  "the model cannot be translated",
                                         "4",  "no consistent start was found",
                                         "5",  "the simulation stopped early",
                                         "70", "a fault of causeway itself"};
static const char *const variables[] = {
    "MODELICAPATH",        "folders that hold libraries, separated by colons",
    "XDG_DATA_HOME",       "installed libraries lie in its folder causeway/libraries",
    "CAUSEWAY_INDEX",      "where install looks without --from",
    "CAUSEWAY_CACHE",      "folder of translated models",
    "CAUSEWAY_CACHE_SIZE", "how much is kept there, in MiB (1024)"};

/* The words of a CHOICE, one after the other; NULL behind the last. */
static const char *next_choice(const char **rest, size_t *n) {
    const char *word = *rest;
    if (!word || !*word) return NULL;
    *n = strcspn(word, "|");
    *rest = word + *n + (word[*n] == '|');
    return word;
}

/* ---- the page as Markdown ---------------------------------------------------------------------------------------- */

/* A cell of a table: | stands for a new cell. */
static void cell(Text *out, const char *s) {
    for (; *s; s++) {
        if (*s == '|') base_text_char(out, '\\');
        base_text_char(out, *s);
    }
}

static void markdown_option(const ToolOption *o, Text *out) {
    base_text_add(out, "| `");
    if (o->letter) base_text_printf(out, "-%c`, `", o->letter);
    base_text_printf(out, "--%s", o->name);
    if (o->argument) {
        base_text_char(out, ' ');
        cell(out, o->argument);
    }
    base_text_add(out, "` | ");
    cell(out, o->help);
    base_text_add(out, " |\n");
}

static void markdown(Text *out) {
    size_t n, m;
    const ToolCommand *commands = tool_commands(&n);
    const ToolOption *options = tool_options(&m);
    base_text_printf(
        out, "# Reference\n\nAll commands and options of causeway %s, written by `causeway help --reference`.\n",
        causeway_version());
    for (size_t i = 0; i < n; i++) {
        const ToolCommand *c = &commands[i];
        base_text_printf(out, "\n## causeway %s\n\n%c%s.\n\n    causeway %s %s\n\n%s\nFor example:\n\n    %s\n\n",
                         c->name, toupper((unsigned char)c->summary[0]), c->summary + 1, c->name, c->words, c->details,
                         c->example);
        base_text_add(out, "| option | meaning |\n|---|---|\n");
        for (size_t k = 0; k < m; k++)
            if (options[k].commands & c->id) markdown_option(&options[k], out);
    }
    base_text_add(out, "\n## Methods of integration\n\n| `--solver` | |\n|---|---|\n");
    const RtMethod *methods = rt_methods(&n);
    for (size_t i = 0; i < n; i++) base_text_printf(out, "| `%s` | %s |\n", methods[i].name, methods[i].text);
    base_text_add(out, "\n## Exit codes\n\n| code | meaning |\n|---|---|\n");
    for (size_t i = 0; i < sizeof exit_codes / sizeof *exit_codes; i += 2)
        base_text_printf(out, "| %s | %s |\n", exit_codes[i], exit_codes[i + 1]);
    base_text_add(out, "\n## Environment\n\n| variable | meaning |\n|---|---|\n");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i += 2)
        base_text_printf(out, "| `%s` | %s |\n", variables[i], variables[i + 1]);
}

/* ---- man pages --------------------------------------------------------------------------------------------------- */

/* Text for troff: hyphens stay hyphens, a line that begins with a dot or a quote is no command. */
static void troff(Text *out, const char *s) {
    bool start = true;
    for (; *s; s++) {
        if (start && (*s == '.' || *s == '\'')) base_text_add(out, "\\&");
        if (*s == '-') base_text_add(out, "\\-");
        else if (*s == '\\') base_text_add(out, "\\e");
        else base_text_char(out, *s);
        start = *s == '\n';
    }
}

static void man_option(const ToolOption *o, Text *out) {
    base_text_add(out, ".TP\n\\fB");
    if (o->letter) base_text_printf(out, "\\-%c\\fR, \\fB", o->letter);
    base_text_add(out, "\\-\\-");
    troff(out, o->name);
    base_text_add(out, "\\fR");
    if (o->argument) {
        base_text_add(out, " \\fI");
        troff(out, o->argument);
        base_text_add(out, "\\fR");
    }
    base_text_char(out, '\n');
    troff(out, o->help);
    base_text_char(out, '\n');
}

static void man_pair(const char *name, const char *meaning, Text *out) {
    base_text_add(out, ".TP\n\\fB");
    troff(out, name);
    base_text_add(out, "\\fR\n");
    troff(out, meaning);
    base_text_char(out, '\n');
}

static void man_pairs(const char *title, const char *const *pairs, size_t n, Text *out) {
    base_text_printf(out, ".SH %s\n", title);
    for (size_t i = 0; i < n; i += 2) man_pair(pairs[i], pairs[i + 1], out);
}

static void man_example(const ToolCommand *c, Text *out) {
    base_text_add(out, ".nf\n    ");
    troff(out, c->example);
    base_text_add(out, "\n.fi\n");
}

static void man_methods(Text *out) {
    size_t n;
    const RtMethod *methods = rt_methods(&n);
    base_text_add(out, ".SH METHODS OF INTEGRATION\n");
    for (size_t i = 0; i < n; i++) man_pair(methods[i].name, methods[i].text, out);
}

static void man_options(const ToolCommand *c, bool common, Text *out) {
    size_t n;
    const ToolOption *options = tool_options(&n);
    for (size_t k = 0; k < n; k++)
        if ((options[k].commands & c->id) && (options[k].commands == TOOL_CMD_ALL) == common)
            man_option(&options[k], out);
}

static void man_ends(Text *out) {
    man_pairs("EXIT STATUS", exit_codes, sizeof exit_codes / sizeof *exit_codes, out);
    man_pairs("ENVIRONMENT", variables, sizeof variables / sizeof *variables, out);
}

/* The page of the program: what commands there are; each has its own page. */
static void man(Text *out) {
    size_t n;
    const ToolCommand *commands = tool_commands(&n);
    base_text_printf(out, ".TH CAUSEWAY 1 \"\" \"causeway %s\" \"User commands\"\n", causeway_version());
    base_text_add(out, ".SH NAME\ncauseway \\- models written as equations, simulated\n"
                       ".SH SYNOPSIS\n\\fBcauseway\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIWORD\\fR]...\n"
                       ".SH COMMANDS\n");
    for (size_t i = 0; i < n; i++) {
        base_text_printf(out, ".TP\n\\fBcauseway\\-%s\\fR(1)\n", commands[i].name);
        troff(out, commands[i].summary);
        base_text_char(out, '\n');
    }
    base_text_add(out, ".SH OPTIONS OF ALL COMMANDS\n");
    man_options(&commands[0], true, out);
    man_methods(out);
    man_ends(out);
}

static void man_of(const ToolCommand *c, Text *out) {
    base_text_add(out, ".TH CAUSEWAY\\-");
    for (const char *p = c->name; *p; p++) base_text_char(out, (char)toupper((unsigned char)*p));
    base_text_printf(out, " 1 \"\" \"causeway %s\" \"User commands\"\n.SH NAME\ncauseway\\-%s \\- ", causeway_version(),
                     c->name);
    troff(out, c->summary);
    base_text_printf(out, "\n.SH SYNOPSIS\n\\fBcauseway %s\\fR ", c->name);
    troff(out, c->words);
    base_text_add(out, "\n.SH DESCRIPTION\n");
    troff(out, c->details);
    base_text_add(out, ".SH OPTIONS\n");
    man_options(c, false, out);
    man_options(c, true, out);
    base_text_add(out, ".SH EXAMPLE\n");
    man_example(c, out);
    if (c->id == TOOL_CMD_SIMULATE) man_methods(out);
    man_ends(out);
    base_text_add(out, ".SH SEE ALSO\n\\fBcauseway\\fR(1)\n");
}

/* ---- completion -------------------------------------------------------------------------------------------------- */

static bool takes_value(const ToolOption *o) { return o->kind != TOOL_FLAG; }

/* What may stand behind an option: words separated by blanks; "" when it is free. */
static void values(const ToolOption *o, Text *out) {
    const char *rest = o->kind == TOOL_CHOICE ? o->argument : "";
    size_t n;
    for (const char *word; (word = next_choice(&rest, &n));) {
        if (out->n) base_text_char(out, ' ');
        base_text_addn(out, word, n);
    }
    if (strcmp(o->name, "solver") == 0) {
        const RtMethod *methods = rt_methods(&n);
        base_text_add(out, "auto");
        for (size_t i = 0; i < n; i++) base_text_printf(out, " %s", methods[i].name);
    }
}

static void bash(Text *out) {
    size_t n, m;
    const ToolCommand *commands = tool_commands(&n);
    const ToolOption *options = tool_options(&m);
    base_text_add(out, "# Completion of causeway for bash, written by `causeway help --completion bash`.\n"
                       "_causeway() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                       "    COMPREPLY=()\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W \"");
    for (size_t i = 0; i < n; i++) base_text_printf(out, "%s%s", i ? " " : "", commands[i].name);
    base_text_add(out, "\" -- \"$word\"))\n        return\n    fi\n    case $before in\n");
    for (size_t k = 0; k < m; k++) {
        Text words = {0};
        values(&options[k], &words);
        if (words.n)
            base_text_printf(out, "    --%s) COMPREPLY=($(compgen -W \"%s\" -- \"$word\")); return ;;\n",
                             options[k].name, base_text_str(&words));
        base_text_free(&words);
    }
    base_text_add(out, "    -L|--library) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n"
                       "    help) COMPREPLY=($(compgen -W \"errors");
    for (size_t i = 0; i < n; i++) base_text_printf(out, " %s", commands[i].name);
    base_text_add(out, "\" -- \"$word\")); return ;;\n    esac\n    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; i < n; i++) {
        base_text_printf(out, "    %s) words=\"", commands[i].name);
        bool first = true;
        for (size_t k = 0; k < m; k++) {
            if (!(options[k].commands & commands[i].id)) continue;
            base_text_printf(out, "%s--%s", first ? "" : " ", options[k].name);
            first = false;
        }
        base_text_add(out, "\" ;;\n");
    }
    base_text_add(out, "    *) words=\"\" ;;\n    esac\n    if [ \"${word:0:1}\" = - ]; then COMPREPLY=($(compgen -W "
                       "\"$words\" -- \"$word\"))\n"
                       "    else COMPREPLY=($(compgen -f -- \"$word\")); fi\n}\n"
                       "complete -o filenames -F _causeway causeway\n");
}

/* For strings between single quotes; also what zsh gives a meaning inside of [...]. */
static void quoted(Text *out, const char *s, bool zsh) {
    for (; *s; s++) {
        if (*s == '\'') base_text_add(out, "'\\''");
        else {
            if (zsh && strchr("[]:\\", *s)) base_text_char(out, '\\');
            base_text_char(out, *s);
        }
    }
}

static void zsh_option(const ToolOption *o, Text *out) {
    Text words = {0};
    values(o, &words);
    for (int form = 0; form < 2; form++) {
        if (form && !o->letter) continue;
        base_text_add(out, " \\\n            '*");
        if (form) base_text_printf(out, "-%c", o->letter);
        else base_text_printf(out, "--%s", o->name);
        base_text_char(out, '[');
        quoted(out, o->help, true);
        base_text_char(out, ']');
        if (takes_value(o)) {
            base_text_add(out, ":value:");
            if (words.n) base_text_printf(out, "(%s)", base_text_str(&words));
            else base_text_add(out, strcmp(o->name, "library") == 0 ? "_files -/" : "_files");
        }
        base_text_char(out, '\'');
    }
    base_text_free(&words);
}

static void zsh(Text *out) {
    size_t n, m;
    const ToolCommand *commands = tool_commands(&n);
    const ToolOption *options = tool_options(&m);
    base_text_add(out,
                  "#compdef causeway\n# Completion of causeway for zsh, written by `causeway help --completion zsh`.\n"
                  "_causeway() {\n    local -a commands\n    commands=(\n");
    for (size_t i = 0; i < n; i++) {
        base_text_printf(out, "        '%s:", commands[i].name);
        quoted(out, commands[i].summary, true);
        base_text_add(out, "'\n");
    }
    base_text_add(out, "    )\n    if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
                       "    local command=$words[2]\n    shift words; (( CURRENT-- ))\n    case $command in\n");
    for (size_t i = 0; i < n; i++) {
        base_text_printf(out, "    %s)\n        _arguments", commands[i].name);
        for (size_t k = 0; k < m; k++)
            if (options[k].commands & commands[i].id) zsh_option(&options[k], out);
        base_text_add(out, " \\\n            '*:word:_files' ;;\n");
    }
    base_text_add(out, "    esac\n}\n_causeway \"$@\"\n");
}

static void fish(Text *out) {
    size_t n, m;
    const ToolCommand *commands = tool_commands(&n);
    const ToolOption *options = tool_options(&m);
    base_text_add(out, "# Completion of causeway for fish, written by `causeway help --completion fish`.\n");
    for (size_t i = 0; i < n; i++) {
        base_text_printf(out, "complete -c causeway -n __fish_use_subcommand -xa %s -d '", commands[i].name);
        quoted(out, commands[i].summary, false);
        base_text_add(out, "'\n");
    }
    for (size_t k = 0; k < m; k++) {
        const ToolOption *o = &options[k];
        base_text_add(out, "complete -c causeway -n '__fish_seen_subcommand_from");
        for (size_t i = 0; i < n; i++)
            if (o->commands & commands[i].id) base_text_printf(out, " %s", commands[i].name);
        base_text_printf(out, "' -l %s", o->name);
        if (o->letter) base_text_printf(out, " -s %c", o->letter);
        Text words = {0};
        values(o, &words);
        if (words.n) base_text_printf(out, " -xa '%s'", base_text_str(&words));
        else if (takes_value(o)) base_text_add(out, " -r");
        base_text_free(&words);
        base_text_add(out, " -d '");
        quoted(out, o->help, false);
        base_text_add(out, "'\n");
    }
}

bool tool_print_reference(const ToolOptions *o, Text *out) {
    const char *shell = o->completion ? o->completion : "";
    const ToolCommand *about = o->words.n ? tool_find_command(o->words.at[0]) : NULL;
    if (o->man && about) man_of(about, out);
    else if (o->man) man(out);
    else if (o->whole) markdown(out);
    else if (strcmp(shell, "bash") == 0) bash(out);
    else if (strcmp(shell, "zsh") == 0) zsh(out);
    else if (strcmp(shell, "fish") == 0) fish(out);
    else return false;
    return true;
}
