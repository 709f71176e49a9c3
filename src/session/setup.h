// A session at other sizes or on another device, with its plan, history and kept plans carried over. Made
// beside the session, on any thread that it is lent to, then taken in its place at once.
#pragma once

#include "cost/plan_cost.h"
#include "session/session.h"

typedef struct SessionSetup SessionSetup;

// `sizes` are those that change; the graph's others stay as they are. `device` NULL: the session's. NULL with
// the reason: unknown sizes, a graph that names none, an op or a kernel of the plan that cannot be there.
SessionSetup *session_setup_new(Session *session, const SizeBinding *sizes, int count, const char *device,
                                Status *status);
void session_setup_free(SessionSetup *setup); // NULL is allowed
// Carries the session's kept plans over, too: taking does when this did not, and it may take a while.
void session_setup_carry_kept(SessionSetup *setup, Session *session);
// What the plan of the session that it was made for costs there.
PlanTotal session_setup_total(SessionSetup *setup, const Session *session);
// What one of its kernels costs there. Valid until `setup` is freed or taken.
const Estimate *session_setup_kernel(SessionSetup *setup, const Session *session, int kernel);
// The session goes on there; `setup` is used up. Graph, plan and device of before are gone, with another
// device the estimator, too: what was made from them must have been given up. Stops measuring and tuning;
// with another device what was compiled and measured is gone, too.
void session_setup_take(Session *session, SessionSetup *setup);
