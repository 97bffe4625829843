/**
 * A gate lets a consumer wait for "something happened since my last check". Any number of signals in between count as
 * one, so a slow consumer costs no memory.
 */
export interface AsyncSignal {
  open(): void
  /** Makes every later wait throw this error. */
  fail(error: unknown): void
  /** Resolves when the gate was opened since the last wait, or when `signal` aborts. */
  passed(): Promise<void>
}

export function createAsyncSignal(signal: AbortSignal): AsyncSignal {
  let opened = false
  let release: (() => void) | undefined
  let failure: { readonly error: unknown } | undefined
  const open = () => {
    opened = true
    release?.()
  }
  signal.addEventListener('abort', open, { once: true })
  return {
    open,
    fail(error) {
      failure = { error }
      open()
    },
    async passed() {
      if (!opened) {
        await new Promise<void>((resolve) => {
          release = resolve
        })
      }
      if (failure) throw failure.error
      opened = false
      release = undefined
    },
  }
}
