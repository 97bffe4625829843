/** The interval at which a longer pause checks whether work is waiting for the process. */
const LOOK_MS = 1_500

/** The environment of a pause: time, and whether runs wait for the dead process. */
export interface PauseWorld {
  after(ms: number, act: () => void): void
  hasWork(): Promise<boolean>
  launch(): void
}

/**
 * The back-off before a dead process is started again. A long back-off is for a process without work: while work waits,
 * it ends with the next check.
 */
export function pauseBeforeRestart(pauseMs: number, world: PauseWorld): void {
  const sliceMs = Math.min(pauseMs, LOOK_MS)
  world.after(sliceMs, () => {
    if (sliceMs === pauseMs) {
      world.launch()
      return
    }
    // An unreachable database counts as no work: the process could do nothing.
    void world
      .hasWork()
      .catch(() => false)
      .then((waits) => (waits ? world.launch() : pauseBeforeRestart(pauseMs - sliceMs, world)))
  })
}
