#include "experiment/slurm.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT_SECONDS = 120 }; // before the limit of time: enough to stop, and to queue again

// #SBATCH lines are read by Slurm and not by a shell: backslashes are its only quotes.
static void add_output(const SlurmJob *job, const char *name, Text *out) {
  text_add(out, "#SBATCH --open-mode=append\n#SBATCH --output=\"");
  for (const char *at = job->store; *at; at++)
    text_add(out, *at == '%' ? "%%" : (char[]){*at, '\0'});
  text_printf(out, "/slurm/%s.txt\"\n", name);
}

static void add_work(const SlurmJob *job, Text *out) {
  text_add(out, "cd ");
  text_add_shell_word(out, job->work);
  text_add(out, " || exit\n");
}

static void add_run(const SlurmJob *job, const char *stage, Text *out) {
  text_add_shell_word(out, job->program);
  text_add(out, " experiment run ");
  text_add_shell_word(out, job->experiment);
  text_add(out, " --store ");
  text_add_shell_word(out, job->store);
  text_printf(out, " --stage %s", stage);
  text_printf(out, " \\\n  --shard \"$SLURM_ARRAY_TASK_ID/%d\" --jobs \"${SLURM_CPUS_PER_TASK:-1}\" &\n",
              job->shards);
}

// The signal comes to the shell, which hears it while it waits. TERM of 'scancel' is not that signal: who
// cancels a job does not want it queued again.
static const char listening[] =
    "limit=\n"
    "trap 'limit=1; kill -TERM $!' USR1\n";
static const char waiting[] =
    "worker=$!\n"
    "wait \"$worker\"\n"
    "code=$?\n"
    "while [ \"$code\" -gt 128 ] && kill -0 \"$worker\" 2>/dev/null; do\n"
    "  wait \"$worker\"\n"
    "  code=$?\n"
    "done\n"
    "[ -z \"$limit\" ] || scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\n"
    "exit \"$code\"\n";

void slurm_stage_script(const SlurmJob *job, const char *stage, bool gpu, Text *out) {
  text_printf(out, "#!/bin/sh\n#SBATCH --job-name=fusebox-%s\n#SBATCH --array=0-%d\n", stage,
              job->shards - 1);
  text_add(out, "#SBATCH --requeue\n");
  text_printf(out, "#SBATCH --signal=B:USR1@%d\n", LIMIT_SECONDS);
  if (gpu) text_add(out, "#SBATCH --gres=gpu:1\n");
  char name[32];
  snprintf(name, sizeof name, "%s-%%a", stage);
  add_output(job, name, out);
  add_work(job, out);
  text_add(out, listening);
  add_run(job, stage, out);
  text_add(out, waiting);
}

void slurm_report_script(const SlurmJob *job, Text *out) {
  static const char *const verbs[] = {"status", "table"};
  text_add(out, "#!/bin/sh\n#SBATCH --job-name=fusebox-report\n");
  add_output(job, "report", out);
  add_work(job, out);
  for (int i = 0; i < 2; i++) {
    text_add_shell_word(out, job->program);
    text_printf(out, " experiment %s ", verbs[i]);
    text_add_shell_word(out, job->store);
    text_add(out, "\n");
  }
}

static void add_submission(const SlurmJob *job, const char *script, Text *out) {
  text_add(out, "sbatch --parsable $after \"$@\" ");
  text_add_shell_word(out, job->store);
  text_printf(out, "/slurm/%s.sh", script);
}

void slurm_submit_script(const SlurmJob *job, const char *const *stages, int count, Text *out) {
  text_printf(out,
              "#!/bin/sh\n# Submits %d shards of each stage, and a report after them; its arguments are for "
              "sbatch.\nset -e\n",
              job->shards);
  add_work(job, out);
  text_add(out, "after=\n");
  for (int i = 0; i < count; i++) {
    text_add(out, "id=$(");
    add_submission(job, stages[i], out);
    text_printf(out, ")\nid=${id%%%%;*}\necho \"%s: job $id\"\nafter=--dependency=afterany:$id\n", stages[i]);
  }
  text_add(out, "id=$(");
  add_submission(job, "report", out);
  text_add(out, ")\necho \"report: job ${id%%;*}\"\n");
}

static bool write_script(const char *folder, const char *name, Text *script, Status *status) {
  Text path = {0};
  text_printf(&path, "%s/%s.sh", folder, name);
  bool good = file_write(text_get(&path), script->data, script->length, status);
  text_free(&path);
  text_clear(script);
  return good;
}

bool slurm_write(const SlurmJob *job, const char *const *stages, Status *status) {
  char *folder = file_join(job->store, "slurm");
  bool good = file_make_folders(folder, status);
  Text script = {0};
  int count = 0;
  for (; good && stages[count]; count++) {
    slurm_stage_script(job, stages[count], text_equal(stages[count], "time"), &script);
    good = write_script(folder, stages[count], &script, status);
  }
  slurm_report_script(job, &script);
  good = good && write_script(folder, "report", &script, status);
  slurm_submit_script(job, stages, count, &script);
  good = good && write_script(folder, "submit", &script, status);
  text_free(&script);
  free(folder);
  return good;
}
