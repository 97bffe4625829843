'use client'

import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const key = 'heddle.heat'

/** Whether canvases of the designer show live runs, failures and times at steps: remembered in this browser. */
const heatChoice = createStore<{ readonly isOn: boolean }>(() => ({ isOn: read() }))

export const useHeatChoice = (): boolean => useStore(heatChoice, ({ isOn }) => isOn)

export function toggleHeat(): void {
  const isOn = !heatChoice.getState().isOn
  heatChoice.setState({ isOn })
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(key) === 'on'
  } catch {
    return false
  }
}
