// Job scripts: what Slurm and a shell read of them.
#include "experiment/slurm.h"
#include "scratch.h"

static const SlurmJob job = {"/opt/my tools/fusebox", "/data/x/experiment.json", "/data/x", "/home/it's", 32};

static void expect(const Text *text, const char *wanted) {
  if (!strstr(text_get(text), wanted)) fail_msg("no \"%s\" in:\n%s", wanted, text_get(text));
}

static void write_stage(void **state) {
  (void)state;
  Text text = {0};
  slurm_stage_script(&job, "estimate", false, &text);
  assert_true(text_starts(text_get(&text), "#!/bin/sh\n#SBATCH "));
  expect(&text, "\n#SBATCH --array=0-31\n");
  expect(&text, "\n#SBATCH --requeue\n");
  expect(&text, "\n#SBATCH --signal=B:USR1@120\n");
  expect(&text, "\n#SBATCH --open-mode=append\n#SBATCH --output=\"/data/x/slurm/estimate-%a.txt\"\n");
  expect(&text,
         "\ncd '/home/it'\\''s' || exit\nlimit=\ntrap 'limit=1; kill -TERM $!' USR1\n'/opt/my tools/fusebox' "
         "experiment run /data/x/experiment.json "
         "--store /data/x --stage estimate \\\n  --shard \"$SLURM_ARRAY_TASK_ID/32\" ");
  assert_null(strstr(text_get(&text), "gres"));
  text_clear(&text);
  slurm_stage_script(&job, "time", true, &text);
  expect(&text, "\n#SBATCH --gres=gpu:1\n");
  text_free(&text);
}

// Runs scripts with stand-ins for Slurm's commands; what they were given is in `log`.
static void run_in(const char *command, char **log) {
  char line[1000];
  snprintf(line, sizeof line, "cd %s && export PATH=$PWD:$PATH && %s >out 2>&1", scratch, command);
  if (system(line) != 0) fail_msg("%s", line);
  char *path = scratch_path("log");
  *log = file_read(path, NULL, NULL);
  assert_non_null(*log);
  free(path);
}

static void submit_all(void **state) {
  (void)state;
  SlurmJob here = job;
  here.store = scratch, here.work = scratch;
  static const char *const stages[] = {"estimate", "time", NULL};
  assert_true(slurm_write(&here, stages, NULL));
  scratch_write("sbatch", "#!/bin/sh\necho \"$*\" >>log\necho \"$(($(wc -l <log) + 6));cluster\"\n");
  char *log, wanted[1000];
  run_in("chmod +x sbatch && sh slurm/submit.sh --partition=gpu", &log);
  snprintf(wanted, sizeof wanted,
           "--parsable --partition=gpu %s/slurm/estimate.sh\n"
           "--parsable --dependency=afterany:7 --partition=gpu %s/slurm/time.sh\n"
           "--parsable --dependency=afterany:8 --partition=gpu %s/slurm/report.sh\n",
           scratch, scratch, scratch);
  assert_string_equal(log, wanted);
  free(log);
}

// At the limit the worker is told, and the task queued again; without it, it ends as the worker does.
static void meet_limit(void **state) {
  (void)state;
  SlurmJob here = job;
  char *program = scratch_path("worker");
  here.program = program, here.store = scratch, here.work = scratch;
  static const char *const stages[] = {"estimate", NULL};
  assert_true(slurm_write(&here, stages, NULL));
  scratch_write("scontrol", "#!/bin/sh\necho \"$*\" >>log\n");
  scratch_write("worker",
                "#!/bin/sh\ntrap 'echo stopped >>log; exit 75' TERM\necho \"$9 ${11}\" >log\n"
                "[ \"$9\" != 3/32 ] || exit 3\nkill -USR1 $PPID\nwhile :; do sleep 0.05; done\n");
  char *log;
  run_in(
      "chmod +x scontrol worker && export SLURM_ARRAY_JOB_ID=5 SLURM_CPUS_PER_TASK=4 && "
      "{ SLURM_ARRAY_TASK_ID=2 sh slurm/estimate.sh; [ $? = 75 ]; }",
      &log);
  assert_string_equal(log, "2/32 4\nstopped\nrequeue 5_2\n");
  free(log);
  run_in("{ SLURM_ARRAY_TASK_ID=3 sh slurm/estimate.sh; [ $? = 3 ]; }", &log);
  assert_string_equal(log, "3/32 1\n");
  free(log);
  free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(write_stage),
      cmocka_unit_test(submit_all),
      cmocka_unit_test(meet_limit),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
