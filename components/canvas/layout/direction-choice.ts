'use client'

import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Graph } from '#core/graph/graph.ts'
import type { Size } from '../geometry.ts'
import { directionOfPlaces, fittingDirection } from './choose-direction.ts'
import type { Direction } from './direction.ts'

export type DirectionChoice = Direction | 'auto'

const key = 'heddle.direction'
const choices: readonly string[] = ['auto', 'down', 'right'] satisfies readonly DirectionChoice[]

/** The direction that the user chose for all graphs, remembered in this browser; `auto` lets pane and graph decide. */
export const directionChoice = createStore<{ readonly choice: DirectionChoice }>(() => ({ choice: read() }))

export const useDirectionChoice = (): DirectionChoice => useStore(directionChoice, ({ choice }) => choice)

export function chooseDirection(choice: DirectionChoice): void {
  directionChoice.setState({ choice })
  try {
    localStorage.setItem(key, choice)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

/** The direction of a graph in a pane: that of its places in the text, else the chosen one, else the fitting one. */
export function directionIn(graph: Graph, pane: Size, choice: DirectionChoice): Direction {
  return directionOfPlaces(graph) ?? (choice === 'auto' ? fittingDirection(graph, pane) : choice)
}

function read(): DirectionChoice {
  try {
    const stored = localStorage.getItem(key)
    return stored !== null && choices.includes(stored) ? (stored as DirectionChoice) : 'auto'
  } catch {
    return 'auto'
  }
}
