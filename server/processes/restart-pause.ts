/** How often it is looked, during a longer pause, whether work has come that waits for the process. */
const LOOK_MS = 1_500

/** The world of a pause: time, and whether runs wait for the process that has died. */
export interface PauseWorld {
  after(ms: number, act: () => void): void
  hasWork(): Promise<boolean>
  launch(): void
}

/**
 * The pause before a process is started again after it has died. A long one is
 * for a process with nothing to do: while work waits, it ends with the next look.
 */
export function pauseBeforeRestart(pauseMs: number, world: PauseWorld): void {
  const sliceMs = Math.min(pauseMs, LOOK_MS)
  world.after(sliceMs, () => {
    if (sliceMs === pauseMs) {
      world.launch()
      return
    }
    // A database that does not answer has no work either: nothing could be done.
    void world
      .hasWork()
      .catch(() => false)
      .then((waits) => (waits ? world.launch() : pauseBeforeRestart(pauseMs - sliceMs, world)))
  })
}
