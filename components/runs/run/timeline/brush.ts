/** A stretch of the strip, in pixels. */
export interface Window {
  readonly left: number
  readonly right: number
}

/** What a press took hold of, where, and what was chosen then. */
export interface Pull extends Window {
  readonly what: 'left' | 'right' | 'window' | 'new'
  readonly x: number
}

/** Pulls shorter than this are presses; a window is no narrower. */
const leastPull = 4
/** So near to an edge of the window, it is the edge that is pulled. */
const edge = 6

/** A press on the strip: the window and its edges can be pulled; anywhere else, and while all is in view, a new one begins. */
export function beginPull(x: number, window: Window | null): Pull {
  if (window === null) return { what: 'new', x, left: 0, right: 0 }
  if (Math.abs(x - window.left) < edge) return { ...window, what: 'left', x }
  if (Math.abs(x - window.right) < edge) return { ...window, what: 'right', x }
  return { ...window, what: x > window.left && x < window.right ? 'window' : 'new', x }
}

/** The window after pulling to a place of a strip of this width; null while that is still a press. */
export function pulled({ what, x: from, left, right }: Pull, to: number, width: number): Window | null {
  if (Math.abs(to - from) < leastPull) return null
  const x = Math.min(Math.max(to, 0), width)
  switch (what) {
    case 'new':
      return { left: Math.min(from, x), right: Math.max(from, x) }
    case 'left':
      return { left: Math.min(x, right - leastPull), right }
    case 'right':
      return { left, right: Math.max(x, left + leastPull) }
    case 'window': {
      const by = Math.min(Math.max(to - from, -left), width - right)
      return { left: left + by, right: right + by }
    }
  }
}
