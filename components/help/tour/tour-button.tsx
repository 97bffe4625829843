'use client'

import { Route } from 'lucide-react'
import { Button, type ButtonProps } from '#components/ui/controls/button.tsx'
import { tourTexts } from '../texts/tour.ts'
import { startTour } from './tour-store.ts'

/** Begins the tour, as often as a person likes. */
export function TourButton(props: Pick<ButtonProps, 'size' | 'look'>) {
  return (
    <Button icon={<Route />} onClick={startTour} {...props}>
      {tourTexts.takeTheTour}
    </Button>
  )
}
