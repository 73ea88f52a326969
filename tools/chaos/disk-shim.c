/*
 * Loaded into a server by disk.ts: how much of the write-ahead log has reached the disk is noted in the file that
 * CHAOS_DISK_STATE names, so that a cut of the power can be played, and a sync takes as long as that file says.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

/* The first byte of the log that was written and not synced; INT64_MAX: none. And how long a sync takes, in ms. */
struct state {
  volatile int64_t unsynced;
  volatile int64_t sync_ms;
};

static struct state *state;

__attribute__((constructor)) static void load(void) {
  const char *path = getenv("CHAOS_DISK_STATE");
  int fd = path ? open(path, O_RDWR) : -1;
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) state = mapped;
  close(fd);
}

static int is_log(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path);
  return length > 4 && memcmp(path + length - 4, "-wal", 4) == 0;
}

static void wrote(int fd, int64_t at) {
  if (state && at < state->unsynced && is_log(fd)) state->unsynced = at;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  static ssize_t (*real)(int, const void *, size_t, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
  wrote(fd, at);
  return real(fd, bytes, count, at);
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  if (state && state->sync_ms > 0) usleep(state->sync_ms * 1000);
  int result = real(fd);
  if (state && result == 0 && is_log(fd)) state->unsynced = INT64_MAX;
  return result;
}
