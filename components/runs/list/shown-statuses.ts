import { create } from 'zustand'

/** The statuses of the loaded runs by id; the actions on the chosen runs follow from them. */
export const useShownStatuses = create<ReadonlyMap<string, string>>()(() => new Map())
