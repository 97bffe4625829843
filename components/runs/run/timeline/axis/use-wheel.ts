'use client'

import { type RefObject, useEffect } from 'react'

/** Zoom factor per pixel of the wheel. */
const zoomPerPixel = 0.0025

/** The wheel with Ctrl or ⌘ zooms around the pointer; a sideways wheel, or one with Shift, scrolls in time. */
export function useWheel(
  pane: RefObject<HTMLElement | null>,
  onZoomAt: (factor: number, x: number) => void,
  onPan: (pixels: number) => void,
): void {
  useEffect(() => {
    const element = pane.current
    if (element === null) return
    const turn = (event: WheelEvent) => {
      const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX
      if (event.ctrlKey || event.metaKey) {
        const bars = element.querySelector('[data-bars]')?.getBoundingClientRect()
        onZoomAt(Math.exp(-event.deltaY * zoomPerPixel), Math.max(0, event.clientX - (bars?.left ?? 0)))
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) onPan(sideways)
      else return
      event.preventDefault()
    }
    // React adds wheel listeners as passive, and a passive listener cannot prevent the page from zooming.
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [pane, onZoomAt, onPan])
}
