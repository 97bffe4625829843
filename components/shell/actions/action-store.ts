'use client'

import type { Action } from './action.ts'
import { createOffers } from './offers.ts'

const offers = createOffers<Action>()

/** Offers actions while the component is mounted; a changed list replaces the one before. */
export const useOfferActions = offers.useOffer
export const currentActions = offers.current
export const useActions = offers.useAll
