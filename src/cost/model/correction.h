// A cost model that was corrected by what kernels were measured to take: those that were measured take that,
// others what the model says, times a factor of their template and of what limits them.
#pragma once

#include "cost/model/cost_model.h"

typedef struct Correction Correction;

// Of that model, which must outlive it; nothing is corrected yet.
Correction *correction_new(const CostModel *of);
void correction_free(Correction *correction); // NULL is allowed; after the estimators that use it
// A kernel of that structure takes `us`; the last time that was given holds.
void correction_time(Correction *correction, const PlanLowered *lowered, double us);
// All that have the template and the limit, by names ("row", "dram"), take `factor` of what the model says.
// False with a sentence when there is no such template or limit.
bool correction_factor(Correction *correction, const char *kind, const char *limit, double factor,
                       Status *status);
void correction_forget_factors(Correction *correction);
// For an estimator: what it has said it keeps, so that another one is wanted after each change.
const CostModel *correction_model(const Correction *correction);
