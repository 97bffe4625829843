import { tourTexts } from '../texts/tour.ts'

export interface TourStep {
  /** The page of the step, whose link in the navigation is pointed out. */
  readonly path: string
  readonly title: string
  readonly text: string
}

/** The five steps of the tour, in their order. */
export const tourSteps: readonly TourStep[] = [
  { path: '/workflows', title: tourTexts.drawTitle, text: tourTexts.draw },
  { path: '/runs', title: tourTexts.runTitle, text: tourTexts.run },
  { path: '/inbox', title: tourTexts.decideTitle, text: tourTexts.decide },
  { path: '/workers', title: tourTexts.workersTitle, text: tourTexts.workers },
  { path: '/docs', title: tourTexts.helpTitle, text: tourTexts.help },
]
