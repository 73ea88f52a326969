/*
 * Loaded into a server by disk.ts, and led by the file that CHAOS_DISK_STATE names: a sync takes as
 * long as it says, writes of the database fail as it says, and how much of the write-ahead log has
 * reached the disk is noted in it, so that a cut of the power can be played.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

struct state {
  /* The first byte of the log that was written and not synced; INT64_MAX: none. */
  volatile int64_t unsynced;
  volatile int64_t sync_ms;
  /* The errno of every write to the database or its log; 0: none fails. */
  volatile int64_t fails;
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

/* Whether the path of a file ends like this. */
static int ends(int fd, const char *end) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path), size = strlen(end);
  return length > size && memcmp(path + length - size, end, size) == 0;
}

static int is_log(int fd) { return ends(fd, ".db-wal"); }

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  static ssize_t (*real)(int, const void *, size_t, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
  if (state && state->fails && (is_log(fd) || ends(fd, ".db"))) {
    errno = state->fails;
    return -1;
  }
  if (state && at < state->unsynced && is_log(fd)) state->unsynced = at;
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
