'use client'

import { useLayoutEffect } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'

/** Lists that components offer while they are mounted, such as the actions of a page. */
export interface Offers<Item> {
  /** Offers items while the component is mounted; a changed list replaces the one before. */
  useOffer(items: readonly Item[]): void
  useAll(): readonly Item[]
  current(): readonly Item[]
}

interface Offered<Item> {
  /** One list for each component, in the order of their mounting. */
  readonly lists: ReadonlyMap<symbol, readonly Item[]>
}

export function createOffers<Item>(): Offers<Item> {
  const store = createStore<Offered<Item>>()(() => ({ lists: new Map() }))
  return {
    useOffer: (items) => useOffer(store, items),
    useAll: () => all(useStore(store)),
    current: () => all(store.getState()),
  }
}

function useOffer<Item>(store: StoreApi<Offered<Item>>, items: readonly Item[]): void {
  // A layout effect registers the items before the paint: a key may be pressed as soon as its hint is visible.
  useLayoutEffect(() => {
    const owner = Symbol('offer')
    store.setState(({ lists }) => ({ lists: new Map(lists).set(owner, items) }))
    return () => store.setState(({ lists }) => ({ lists: without(lists, owner) }))
  }, [store, items])
}

const all = <Item>({ lists }: Offered<Item>) => [...lists.values()].flat()

function without<Item>(lists: Offered<Item>['lists'], owner: symbol): Offered<Item>['lists'] {
  const next = new Map(lists)
  next.delete(owner)
  return next
}
