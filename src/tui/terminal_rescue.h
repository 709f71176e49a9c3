// Giving the terminal back when the program cannot go on: crashes, and the end of memory.
#pragma once

// Remembers the terminal's modes and the bytes that restore its screen (copied, cut to 256), and catches
// crashes until rescue_disarm.
void rescue_arm(const char *restore);
void rescue_disarm(void);
