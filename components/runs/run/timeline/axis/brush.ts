/** A stretch of the strip, in pixels. */
export interface Window {
  readonly left: number
  readonly right: number
}

/** A drag in progress: its target, its start, and the selection at that time. */
export interface Pull extends Window {
  readonly what: 'left' | 'right' | 'window' | 'new'
  readonly x: number
}

/** Drags shorter than this are presses, and no window is narrower; in pixels. */
const leastPull = 4
/** Distance in pixels within which a press takes the edge of the window. */
const edge = 6

/**
 * Begins a drag on the strip. The window and its edges can be dragged; elsewhere, and while the whole run is in view, a
 * new window begins.
 */
export function beginPull(x: number, window: Window | null): Pull {
  if (window === null) return { what: 'new', x, left: 0, right: 0 }
  if (Math.abs(x - window.left) < edge) return { ...window, what: 'left', x }
  if (Math.abs(x - window.right) < edge) return { ...window, what: 'right', x }
  return { ...window, what: x > window.left && x < window.right ? 'window' : 'new', x }
}

/** The window after a drag to a place of a strip of this width; null while the drag still counts as a press. */
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
