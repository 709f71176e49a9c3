#include "cost/registers/register_model.h"

#include "base/arena.h"
#include "base/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char FOLDER[] = "registers";

struct RegisterModel {
  int arch;
  RegisterForests forests;
};

void register_forests_free(RegisterForests *forests) {
  forest_free(&forests->registers);
  forest_free(&forests->spills);
  forest_free(&forests->bytes);
}

// ---- predicting

enum { LEAST_CAP = 24 }; // the compiler takes no smaller one

// Of 1,273 kernels of models that were left out of a fit 70 spill: at even odds 37 of them are foretold, and
// 16 that do not; at two to one 32 and 7.
static const double LIKELY = 2.0 / 3;

RegisterPrediction register_predict(const RegisterForests *forests, const RegisterFeatures *features) {
  double cap = fmax(features->value[FEATURE_cap], LEAST_CAP);
  double registers = round(exp(forest_value(&forests->registers, features->value)));
  RegisterPrediction prediction = {.registers = (int)fmin(registers, cap)};
  prediction.spill_chance = 1 / (1 + exp(-forest_value(&forests->spills, features->value)));
  if (prediction.spill_chance > LIKELY) { // nothing spills while a register is free
    prediction.registers = (int)cap;
    prediction.spill_bytes = (int)round(exp(forest_value(&forests->bytes, features->value)));
  }
  return prediction;
}

// ---- files

static const char *feature_name(int feature) {
  return register_feature_name((RegisterFeature)feature);
}

static bool feature_parse(const char *name, size_t length, int *feature) {
  RegisterFeature parsed;
  if (!register_feature_parse(name, length, &parsed)) return false;
  *feature = (int)parsed;
  return true;
}

static const FeatureNames feature_names = {feature_name, feature_parse};

void register_model_write(const RegisterForests *forests, int arch, const char *compiler, int fitted_kernels,
                          const ForestScore *held_out, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "format", "fusebox-registers");
  json_put_integer(&writer, "arch", arch);
  json_put_string(&writer, "compiler", compiler);
  json_put_integer(&writer, "fitted_kernels", fitted_kernels);
  json_begin_object(&writer, "held_out");
  json_put_integer(&writer, "kernels", held_out->kernels);
  json_put_number(&writer, "mean_error", round(held_out->mean_error * 1e4) / 1e4);
  json_put_number(&writer, "within_step", round(held_out->within_step * 1e4) / 1e4);
  json_put_number(&writer, "spilled_share", round(held_out->spilled_share * 1e4) / 1e4);
  json_put_number(&writer, "spills_right", round(held_out->spills_right * 1e4) / 1e4);
  json_end(&writer);
  forest_write(&forests->registers, &feature_names, &writer, "registers");
  forest_write(&forests->spills, &feature_names, &writer, "spills");
  forest_write(&forests->bytes, &feature_names, &writer, "spill_bytes");
  json_end(&writer);
}

// Of the architectures that have a file, the one nearest to `arch`, the older of two; 0: there is none.
static int nearest_arch(int arch) {
  int count, best = 0;
  char **files = file_data_list(FOLDER, ".json", &count);
  for (int i = 0; i < count; i++) {
    int one;
    if (sscanf(files[i], "sm_%d.json", &one) == 1 && (!best || abs(one - arch) < abs(best - arch)))
      best = one;
    free(files[i]);
  }
  free(files);
  return best;
}

static bool read_model(const Json *json, RegisterForests *forests, Status *status) {
  const JsonNode *root = json_root(json);
  if (!text_equal(json_string(json_get(root, "format"), NULL), "fusebox-registers"))
    return json_fail(json, root, status,
                     "this is no model of registers: it needs \"format\": \"fusebox-registers\"");
  return forest_read(json, json_get(root, "registers"), &feature_names, &forests->registers, status) &&
         forest_read(json, json_get(root, "spills"), &feature_names, &forests->spills, status) &&
         forest_read(json, json_get(root, "spill_bytes"), &feature_names, &forests->bytes, status);
}

RegisterModel *register_model_load(int arch, Status *status) {
  int nearest = nearest_arch(arch);
  Text relative = {0};
  text_printf(&relative, "%s/sm_%d.json", FOLDER, nearest);
  char *path = file_data(text_get(&relative));
  text_free(&relative);
  Json *json = path ? json_read(path, status) : NULL;
  if (!path)
    status_fail(status, STATUS_MISSING,
                "this program came without its models of registers: install it again, or set FUSEBOX_DATA to "
                "a folder "
                "that holds %s/",
                FOLDER);
  RegisterModel *model = memory_alloc(sizeof *model);
  model->arch = nearest;
  if (!json || !read_model(json, &model->forests, status)) {
    register_model_free(model);
    model = NULL;
  }
  json_free(json);
  free(path);
  return model;
}

void register_model_free(RegisterModel *model) {
  if (!model) return;
  register_forests_free(&model->forests);
  free(model);
}

const RegisterForests *register_model_forests(const RegisterModel *model) {
  return &model->forests;
}

int register_model_arch(const RegisterModel *model) {
  return model->arch;
}
