'use client'

import { useLayoutEffect } from 'react'
import { create } from 'zustand'
import type { Action } from './action.ts'

interface ActionState {
  /** One list per component that offers actions, in the order of their mounting. */
  readonly lists: ReadonlyMap<symbol, readonly Action[]>
}

const useActionStore = create<ActionState>()(() => ({ lists: new Map() }))

const withList = (lists: ActionState['lists'], owner: symbol, actions: readonly Action[] | null) => {
  const next = new Map(lists)
  if (actions) next.set(owner, actions)
  else next.delete(owner)
  return { lists: next }
}

/** Offers actions while the component is mounted; a changed list replaces the one before. */
export function useOfferActions(actions: readonly Action[]): void {
  // A layout effect registers the actions before the paint: a key may be pressed as soon as its hint is visible.
  useLayoutEffect(() => {
    const owner = Symbol('actions')
    useActionStore.setState(({ lists }) => withList(lists, owner, actions))
    return () => useActionStore.setState(({ lists }) => withList(lists, owner, null))
  }, [actions])
}

export const currentActions = (): readonly Action[] => [...useActionStore.getState().lists.values()].flat()

export function useActions(): readonly Action[] {
  const lists = useActionStore((state) => state.lists)
  return [...lists.values()].flat()
}
