import type { StoreApi } from 'zustand/vanilla'

/** A store that can be read and subscribed to, and not written. */
export type ReadableStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>

/**
 * The deferral of the parts around the canvas. The canvas shows an edit in the next frame; fields, bars and panels take
 * several times as long to render, and follow behind that frame. Its states:
 *
 * - `current`: deferred stores have the state of their sources, and follow each change at once. `defer` leads to `behind`.
 * - `behind`: deferred stores keep their state until the next frame is painted. All of them show the current state
 *   together, so that the parts never disagree; this leads to `current`. `catchUp` does the same at once.
 */
export class Deferral {
  readonly #afterFrame: (perform: () => void) => () => void
  readonly #followers: (() => void)[] = []
  #state: { readonly kind: 'current' } | { readonly kind: 'behind'; cancel(): void } = { kind: 'current' }

  constructor(afterFrame: (perform: () => void) => () => void) {
    this.#afterFrame = afterFrame
  }

  get state(): 'current' | 'behind' {
    return this.#state.kind
  }

  /** A deferred copy of a store. */
  deferred<State>(source: ReadableStore<State>): ReadableStore<State> {
    type Listener = Parameters<typeof source.subscribe>[0]
    const listeners = new Set<Listener>()
    let shown = source.getState()
    const show = () => {
      const before = shown
      shown = source.getState()
      if (shown !== before) for (const listener of listeners) listener(shown, before)
    }
    this.#followers.push(show)
    source.subscribe(() => {
      if (this.#state.kind === 'current') show()
    })
    return {
      getState: () => shown,
      getInitialState: source.getInitialState,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  }

  /** Keeps the deferred stores at their state until the next frame is painted. */
  defer(): void {
    if (this.#state.kind === 'current') {
      this.#state = { kind: 'behind', cancel: this.#afterFrame(() => this.catchUp()) }
    }
  }

  /** Brings the deferred stores to the state of their sources. */
  catchUp(): void {
    if (this.#state.kind === 'current') return
    this.#state.cancel()
    this.#state = { kind: 'current' }
    for (const show of this.#followers) show()
  }
}
