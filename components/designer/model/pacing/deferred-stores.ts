import type { StoreApi } from 'zustand/vanilla'

/** A store to look at. */
export type Followed<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>

export interface Following {
  /** The store as what is around the canvas sees it. */
  follow<State>(store: Followed<State>): Followed<State>
  /** Keeps followers at the previous state until the next frame is painted. */
  hold(): void
  /** Brings followers to the current state. */
  catchUp(): void
}

/**
 * The canvas shows an edit in the next frame; fields, bars and panels around it, many times as much to draw, follow
 * behind that frame. What they see stays of one piece: everything held back is shown at once.
 */
export function createFollowing(afterFrame: (perform: () => void) => () => void): Following {
  const followers: (() => void)[] = []
  let cancel: (() => void) | null = null
  const catchUp = () => {
    if (cancel === null) return
    cancel()
    cancel = null
    for (const show of followers) show()
  }
  return {
    follow(store) {
      type Listener = Parameters<typeof store.subscribe>[0]
      const listeners = new Set<Listener>()
      let shown = store.getState()
      const show = () => {
        const before = shown
        shown = store.getState()
        if (shown !== before) for (const listener of listeners) listener(shown, before)
      }
      followers.push(show)
      store.subscribe(() => {
        if (cancel === null) show()
      })
      return {
        getState: () => shown,
        getInitialState: store.getInitialState,
        subscribe(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      }
    },
    hold() {
      cancel ??= afterFrame(catchUp)
    },
    catchUp,
  }
}
