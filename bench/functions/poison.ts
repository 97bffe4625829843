/** Steps that take what runs them with them, beside others that do not. */

/** Does not return before then. */
export function loopUntil({ until }: { readonly until: number }) {
  while (Date.now() < until);
  return {}
}

/** Never returns: in every other turn of the clock it keeps a processor busy, and sleeps in those between. */
export function loopInTurns({ turnMs }: { readonly turnMs: number }) {
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    const now = Date.now()
    if (Math.floor(now / turnMs) % 2 === 1) Atomics.wait(never, 0, 0, turnMs - (now % turnMs))
  }
}

export function exit() {
  process.exit(3)
}

/** In pieces: one that is too large would abort the process. */
export function eatMemory() {
  const eaten: number[][] = []
  for (;;) eaten.push(new Array<number>(80_000).fill(0.5))
}

export function abort() {
  process.kill(process.pid, 'SIGABRT')
  for (;;);
}
