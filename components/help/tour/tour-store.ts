import { create } from 'zustand'

interface TourState {
  /** The index of the shown step; null while there is no tour. */
  readonly step: number | null
}

export const useTourStore = create<TourState>()(() => ({ step: null }))

export const showTourStep = (step: number | null): void => useTourStore.setState({ step })
export const startTour = (): void => showTourStep(0)
