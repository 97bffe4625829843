'use client'

import { useEffect } from 'react'
import { create } from 'zustand'
import { readStored, writeStored } from '#components/shell/browser-storage.ts'
import { limits } from '#core/limits.ts'

const key = 'heddle-favourites'

interface FavouritesState {
  readonly names: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()
const useFavouritesStore = create<FavouritesState>()(() => ({ names: none }))

/** The stored names; anything else in the storage counts as none. */
export function readFavourites(stored: string | null): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(value)) return none
    return new Set(value.filter((name) => typeof name === 'string').slice(0, limits.shown.favourites))
  } catch {
    return none
  }
}

/** The names with the name added or removed; a full list drops the oldest. */
export function withToggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names)
  if (!next.delete(name)) next.add(name)
  return new Set([...next].slice(-limits.shown.favourites))
}

/** Favourites belong to the browser: without a login, Heddle knows no person to store them for. */
export function useFavourites() {
  const { names } = useFavouritesStore()
  useEffect(() => useFavouritesStore.setState({ names: readFavourites(readStored(key)) }), [])
  return { names, toggle }
}

function toggle(name: string): void {
  const names = withToggled(useFavouritesStore.getState().names, name)
  writeStored(key, names.size === 0 ? null : JSON.stringify([...names]))
  useFavouritesStore.setState({ names })
}
