#include "explorer/panes/rails_pair.h"

static void make(RailsPair *pair, bool views) {
  if (!pair->made[views]) pair->made[views] = rails_new(pair->graph, views);
}

static void make_both(Task *task, void *data) {
  (void)task;
  make(data, false);
  make(data, true);
}

static void wait(RailsPair *pair) {
  task_join(pair->maker);
  pair->maker = NULL;
}

void rails_pair_prepare(RailsPair *pair) {
  if (pair->maker || (pair->made[false] && pair->made[true])) return;
  pair->maker = task_start(make_both, pair);
}

Rails *rails_pair_get(RailsPair *pair, bool views) {
  wait(pair);
  make(pair, views);
  return pair->made[views];
}

void rails_pair_free(RailsPair *pair) {
  wait(pair);
  rails_free(pair->made[false]);
  rails_free(pair->made[true]);
  *pair = (RailsPair){0};
}
