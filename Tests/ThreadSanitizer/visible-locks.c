// What Thread Sanitizer cannot see of Swift on Linux, since it goes on in libraries that are not
// compiled for it: the slow way into and out of a `Mutex`, and dispatch semaphores. Loaded before
// everything else (LD_PRELOAD), this does the same and says so. Docs/Contributing.md has the commands.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// The sanitizer is in the program; programs that this one starts have none.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static void acquire(void *address) {
  if (__tsan_acquire) __tsan_acquire(address);
}

static void release(void *address) {
  if (__tsan_release) __tsan_release(address);
}

static void *original(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) __builtin_trap();
  return found;
}

#define ORIGINAL(name) (__typeof__(&name))original(#name)

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

#define lockSlow $s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF
#define unlockSlow $s15Synchronization12_MutexHandleV11_unlockSlowyyF
#define tryLockSlow $s15Synchronization12_MutexHandleV12_tryLockSlowSbyF
#define EXPANDED_ORIGINAL(name) ORIGINAL(name)

SWIFT void lockSlow(uint32_t thread, SELF) {
  (EXPANDED_ORIGINAL(lockSlow))(thread, self);
  acquire(self);
}

SWIFT void unlockSlow(SELF) {
  release(self);
  (EXPANDED_ORIGINAL(unlockSlow))(self);
}

SWIFT bool tryLockSlow(SELF) {
  bool isLocked = (EXPANDED_ORIGINAL(tryLockSlow))(self);
  if (isLocked) acquire(self);
  return isLocked;
}

typedef void *Semaphore;

long dispatch_semaphore_signal(Semaphore semaphore) {
  release(semaphore);
  return (ORIGINAL(dispatch_semaphore_signal))(semaphore);
}

long dispatch_semaphore_wait(Semaphore semaphore, uint64_t timeout) {
  long result = (ORIGINAL(dispatch_semaphore_wait))(semaphore, timeout);
  if (result == 0) acquire(semaphore);
  return result;
}
