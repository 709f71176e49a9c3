// The Why tab's page about a copy: what it reads, who reads it, and what taking it away would change.
#pragma once

#include "explorer/state/explorer.h"
#include "explorer/tabs/tab.h"
#include "plan/edit/proposal.h"

// Of the copy under the cursor.
void why_copy_page(Explorer *explorer, Page *page, int width);
// The edit that takes it away.
Proposal why_copy_removal(const Explorer *explorer);
