#include "explorer/panes/rails_pair.h"

static void make(RailsPair *pair, bool views) {
  if (!pair->made[views]) pair->made[views] = rails_new(pair->graph, views);
}

static void *make_both(void *data) {
  make(data, false);
  make(data, true);
  return NULL;
}

static void wait(RailsPair *pair) {
  if (pair->making) pthread_join(pair->maker, NULL);
  pair->making = false;
}

void rails_pair_prepare(RailsPair *pair) {
  if (pair->making || (pair->made[false] && pair->made[true])) return;
  pair->making = pthread_create(&pair->maker, NULL, make_both, pair) == 0;
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
