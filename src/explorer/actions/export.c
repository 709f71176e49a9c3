// Exports: a picker of what to write, then a question for the file, then the writing as a task.
#include "session/export/export.h"
#include "base/arena.h"
#include "base/file.h"
#include "explorer/actions/action.h"
#include "explorer/state/background.h"

#include <stdio.h>
#include <stdlib.h>

// What is exported, while the file to write to is asked for.
typedef struct Question {
  ExportFormat format;
  int kernel; // NO_KERNEL: all
} Question;

static Question *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_EXPORT];
}

const Component component_export = {.size = sizeof(Question)};

// An export under way; owned by its task.
typedef struct Export {
  ExportFormat format;
  int kernel; // NO_KERNEL: all
  char *path;
} Export;

static bool write_export(Session *session, void *data, const atomic_int *stop, Status *status) {
  (void)stop;
  Export *export = data;
  Text text = {0};
  bool ok = session_export(session, export->format, export->kernel, &text, status) &&
            file_write(export->path, text_get(&text), text.length, status);
  text_free(&text);
  return ok;
}

static void end_export(Explorer *explorer, void *data, bool ok, const Status *status) {
  Export *export = data;
  if (explorer && ok)
    explorer_say(explorer, "%s written to %s", export_info(export->format)->name, export->path);
  else if (explorer)
    explorer_fail(explorer, "%s", status->message);
  free(export->path);
  free(export);
}

static void accept_file(Explorer *explorer, const char *path, const PickerItem *item) {
  (void)item;
  Export *export = memory_alloc(sizeof *export);
  *export = (Export){own(explorer)->format, own(explorer)->kernel, memory_strdup(path)};
  background_start(explorer, &(WorkRequest){.kind = WORK_OWN,
                                            .name = "writing",
                                            .ends = true,
                                            .work = write_export,
                                            .finish = end_export,
                                            .data = export});
}

// The graph's name, the kernel's when it is of one, and the format's end.
static void suggest_file(Explorer *explorer, Text *out) {
  explorer_file_name(explorer, out);
  if (own(explorer)->kernel != NO_KERNEL) text_printf(out, "-K%d", own(explorer)->kernel);
  text_add(out, export_info(own(explorer)->format)->suffix);
}

// An item's value is its format, and behind all formats the same ones of the cursor's kernel alone.
static void accept_format(Explorer *explorer, const char *text, const PickerItem *item) {
  if (!item) {
    explorer_fail(explorer, "there is no format \"%s\"", text);
    return;
  }
  bool one = item->value >= EXPORT_COUNT;
  own(explorer)->format = (ExportFormat)(item->value % EXPORT_COUNT);
  own(explorer)->kernel = one ? explorer_kernel(explorer) : NO_KERNEL;
  Text file = {0};
  suggest_file(explorer, &file);
  picker_ask(&explorer->picker, "Write it to", text_get(&file), accept_file);
  text_free(&file);
}

// Why a kernel cannot be exported; NULL: it can.
static const char *off_kernel_format(Explorer *explorer, int kernel, ExportFormat format) {
  if (plan_lowered(explorer->plan, kernel)->nest == NULL) return "a library runs it";
  bool compiled = session_compiled(explorer->session, kernel).state == RESULT_DONE;
  return format == EXPORT_SASS && !compiled ? "not compiled: C compiles it" : NULL;
}

static const char *off_plan_format(Explorer *explorer, ExportFormat format) {
  int count;
  const int *order = plan_order(explorer->plan, &count);
  for (int i = 0; i < count && format == EXPORT_SASS; i++)
    if (plan_lowered(explorer->plan, order[i])->nest &&
        session_compiled(explorer->session, order[i]).state != RESULT_DONE)
      return "not compiled: c compiles all";
  return NULL;
}

static void add_kernel_formats(Explorer *explorer, int kernel) {
  for (int i = 0; i < EXPORT_COUNT; i++) {
    const ExportInfo *info = export_info((ExportFormat)i);
    if (info->subject == EXPORT_OF_SESSION) continue;
    char label[48];
    snprintf(label, sizeof label, "%s of K%d", info->name, kernel);
    picker_item(&explorer->picker, label,
                info->subject == EXPORT_OF_KERNEL ? info->help : "this kernel alone", NULL,
                off_kernel_format(explorer, kernel, (ExportFormat)i), EXPORT_COUNT + i);
  }
}

void action_export(Explorer *explorer) {
  picker_open(&explorer->picker, "Export", accept_format);
  for (int i = 0; i < EXPORT_COUNT; i++) {
    const ExportInfo *info = export_info((ExportFormat)i);
    if (info->subject == EXPORT_OF_KERNEL) continue;
    picker_item(&explorer->picker, info->name, info->help, NULL, off_plan_format(explorer, (ExportFormat)i),
                i);
  }
  int kernel = explorer->cursor == NO_OP ? NO_KERNEL : explorer_kernel(explorer);
  if (kernel != NO_KERNEL) add_kernel_formats(explorer, kernel);
  picker_filter(&explorer->picker);
}
