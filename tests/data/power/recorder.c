/* Records what a process writes below a folder and when it synchronises, in order, for tests/store/test_power_cuts.py.
   Loaded with LD_PRELOAD. A record: kind, length of path, offset, length of data, path, data. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int journal = -1;
static ssize_t (*real_write)(int, const void *, size_t);

static void record(char kind, const char *path, int64_t offset, const void *data, uint32_t length) {
    const char *root = getenv("POWER_ROOT"), *target = getenv("POWER_JOURNAL");
    if (!root || !target || strncmp(path, root, strlen(root))) return;
    if (!real_write) real_write = dlsym(RTLD_NEXT, "write");
    if (journal < 0) journal = open(target, O_WRONLY | O_CREAT | O_APPEND, 0600);
    uint32_t named = strlen(path);
    uint32_t size = 1 + 4 + 8 + 4 + named + length;
    char *all = malloc(size), *at = all;
    *at++ = kind;
    memcpy(at, &named, 4); at += 4;
    memcpy(at, &offset, 8); at += 8;
    memcpy(at, &length, 4); at += 4;
    memcpy(at, path, named); at += named;
    if (length) memcpy(at, data, length);
    real_write(journal, all, size);
    free(all);
}

static void record_fd(char kind, int fd, int64_t offset, const void *data, uint32_t length) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t got = readlink(link, path, sizeof path - 1);
    if (got < 0) return;
    path[got] = 0;
    record(kind, path, offset, data, length);
}

ssize_t write(int fd, const void *data, size_t length) {
    if (!real_write) real_write = dlsym(RTLD_NEXT, "write");
    int64_t offset = fd == journal ? -1 : lseek(fd, 0, SEEK_CUR);
    ssize_t done = real_write(fd, data, length);
    if (done > 0 && offset >= 0) {
        if (fcntl(fd, F_GETFL) & O_APPEND) offset = lseek(fd, 0, SEEK_CUR) - done;
        record_fd('w', fd, offset, data, done);
    }
    return done;
}

static ssize_t write_at(const char *name, int fd, const void *data, size_t length, off_t offset) {
    ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, name);
    ssize_t done = real(fd, data, length, offset);
    if (done > 0) record_fd('w', fd, offset, data, done);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t at) { return write_at("pwrite", fd, data, length, at); }
ssize_t pwrite64(int fd, const void *data, size_t length, off_t at) { return write_at("pwrite64", fd, data, length, at); }

static int on_fd(const char *name, int fd) {
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    int done = real(fd);
    if (!done) record_fd('s', fd, 0, "", 0);
    return done;
}

int fsync(int fd) { return on_fd("fsync", fd); }
int fdatasync(int fd) { return on_fd("fdatasync", fd); }

static int cut_at(const char *name, int fd, off_t length) {
    int (*real)(int, off_t) = dlsym(RTLD_NEXT, name);
    int done = real(fd, length);
    if (!done) record_fd('t', fd, length, "", 0);
    return done;
}

int ftruncate(int fd, off_t length) { return cut_at("ftruncate", fd, length); }
int ftruncate64(int fd, off_t length) { return cut_at("ftruncate64", fd, length); }

int unlink(const char *path) {
    int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
    int done = real(path);
    if (!done) record('u', path, 0, "", 0);
    return done;
}

int rename(const char *path, const char *target) {
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    int done = real(path, target);
    if (!done) record('r', path, 0, target, strlen(target));
    return done;
}
