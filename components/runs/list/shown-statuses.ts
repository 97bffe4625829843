import { create } from 'zustand'

/** The statuses of the runs that the list has loaded, by their ids: what is offered for the chosen ones follows from these. */
export const useShownStatuses = create<ReadonlyMap<string, string>>()(() => new Map())
