import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { readStored, writeStored } from '#components/shell/browser-storage.ts'

/** The sizes of the panels around the canvas, in pixels, and what of the dock is open: kept in this browser. */
export interface Panels {
  readonly fieldsWidth: number
  readonly dockHeight: number
  readonly dockOpen: boolean
  readonly dockTab: (typeof dockTabs)[number]
}

export const dockTabs = ['yaml', 'problems', 'outline', 'values'] as const

/** The bounds of a size that the user drags, and the step of an arrow key. */
export interface SizeBounds {
  readonly least: number
  readonly most: number
  readonly step: number
}
export const fieldsWidthBounds: SizeBounds = { least: 280, most: 640, step: 16 }
export const dockHeightBounds: SizeBounds = { least: 120, most: 640, step: 24 }

/** The height of the dock's tabs, in pixels. */
export const closedDockHeight = 35

export const usualPanels: Panels = { fieldsWidth: 360, dockHeight: 228, dockOpen: false, dockTab: 'yaml' }

const key = 'heddle-designer-panels'

export const within = ({ least, most }: SizeBounds, size: number): number =>
  Math.round(Math.max(least, Math.min(most, size)))

/** The panels in a stored text; the usual ones for what is missing or wrong in the text. */
export function readPanels(stored: string | null): Panels {
  const { fieldsWidth, dockHeight, dockOpen, dockTab } = parsed(stored)
  return {
    fieldsWidth: typeof fieldsWidth === 'number' ? within(fieldsWidthBounds, fieldsWidth) : usualPanels.fieldsWidth,
    dockHeight: typeof dockHeight === 'number' ? within(dockHeightBounds, dockHeight) : usualPanels.dockHeight,
    dockOpen: dockOpen === true,
    dockTab: dockTabs.find((tab) => tab === dockTab) ?? usualPanels.dockTab,
  }
}

function parsed(stored: string | null): Partial<Record<keyof Panels, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const store = createStore<Panels | null>(() => null)

/** The panels as this browser keeps them, read once per page. */
export function keptPanels(): Panels {
  const kept = store.getState() ?? readPanels(readStored(key))
  if (store.getState() === null) store.setState(kept, true)
  return kept
}

export function keepPanels(changed: Partial<Panels>): void {
  const panels = { ...keptPanels(), ...changed }
  store.setState(panels, true)
  writeStored(key, JSON.stringify(panels))
}

/** The kept panels; the usual ones in the page's first bytes, which the server writes. */
export function usePanels(): Panels {
  return useSyncExternalStore(store.subscribe, keptPanels, () => usualPanels)
}
