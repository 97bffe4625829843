'use client'

import type { LucideIcon } from 'lucide-react'
import { createOffers } from '../actions/offers.ts'

/**
 * A place that the palette opens: a step of the page, a setting, a page of the documentation. Pages offer entries while
 * they are mounted; entries are shown once something is typed.
 */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** The heading in the palette. */
  readonly group: string
  readonly icon?: LucideIcon
  /** The words beside the label, such as the kind of a step. */
  readonly hint?: string
  /** Additional search words. */
  readonly keywords?: readonly string[]
  /** How much the entry counts beside others, from 0 to 1; 1 unless it is said. */
  readonly weight?: number
  perform(): void
}

const offers = createOffers<PaletteEntry>()

export const useOfferEntries = offers.useOffer
export const usePaletteEntries = offers.useAll
