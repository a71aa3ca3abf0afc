/* cmd_help.c - pages printed from the tables of commands and options. */
#include "tools/tools.h"

#include <string.h>

static void print_program(Text *out) {
    size_t n;
    const ToolCommand *commands = tool_commands(&n);
    base_text_printf(out,
                     "causeway %s - models written as equations, simulated\n\n"
                     "usage: causeway COMMAND [OPTION]... [WORD]...\n\n",
                     causeway_version());
    for (size_t i = 0; i < n; i++) base_text_printf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    base_text_add(out,
                  "\n`causeway help COMMAND` describes a command with an example, `causeway help CODE` an error.\n\n"
                  "exit codes: 0 done, 1 usage or file, 2 invalid model, 3 cannot be translated,\n"
                  "            4 initialisation failed, 5 simulation stopped early, 70 our own fault\n");
}

static void print_option(const ToolOption *o, Text *out) {
    Text left = {0};
    if (o->letter) base_text_printf(&left, "-%c, ", o->letter);
    else base_text_add(&left, "    ");
    base_text_printf(&left, "--%s%s%s", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
    base_text_printf(out, "  %-34s %s\n", base_text_str(&left), o->help);
    base_text_free(&left);
}

void tool_print_help(const ToolCommand *command, Text *out) {
    if (!command) {
        print_program(out);
        return;
    }
    size_t n;
    const ToolOption *options = tool_options(&n);
    base_text_printf(out, "causeway %s - %s\n\nusage: causeway %s %s\n\n%s\noptions:\n", command->name,
                     command->summary, command->name, command->words, command->details);
    for (size_t i = 0; i < n; i++)
        if (options[i].commands & command->id) print_option(&options[i], out);
    if (command->id == TOOL_CMD_SIMULATE) {
        const RtMethod *methods = rt_methods(&n);
        base_text_printf(out, "\nsolvers:\n  %-18s %s\n", "auto", "by size and structure: cvode or ida");
        for (size_t i = 0; i < n; i++) base_text_printf(out, "  %-18s %s\n", methods[i].name, methods[i].text);
    }
    base_text_printf(out, "\nexample:\n  %s\n", command->example);
}

ToolExit tool_help(ToolRun *r) {
    const ToolCommand *command = NULL;
    Text page = {0};
    if (tool_print_reference(r->options, &page)) {
        fputs(base_text_str(&page), stdout);
        base_text_free(&page);
        return TOOL_DONE;
    }
    if (r->options->words.n) {
        const char *name = r->options->words.at[0];
        if (strcmp(name, "errors") == 0) ses_print_errors(&page);
        else if (ses_is_error_code(name) && !ses_print_error(name, &page)) {
            Diag *d = base_error(r->ctx, "TOOL0003", (Span){0}, "there is no diagnostic '%s'", name);
            base_hint(r->ctx, d, "causeway help errors lists all");
            return TOOL_USAGE;
        }
        if (page.n) {
            fputs(base_text_str(&page), stdout);
            base_text_free(&page);
            return TOOL_DONE;
        }
        command = tool_find_command(name);
        if (!command) {
            base_error(r->ctx, "TOOL0003", (Span){0}, "there is no command '%s'", name);
            return TOOL_USAGE;
        }
    }
    tool_print_help(command, &page);
    fputs(base_text_str(&page), stdout);
    base_text_free(&page);
    return TOOL_DONE;
}
