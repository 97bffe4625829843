'use client'

import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { uiTexts } from '../texts/ui.ts'
import { Button } from './button.tsx'

/**
 * Filters of a list. On a phone, where they take several lines, they are behind a button that shows the number of set
 * filters.
 */
export function FilterFold({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        look={count > 0 ? 'plain' : 'ghost'}
        icon={<ListFilter />}
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? uiTexts.filters : count === 1 ? uiTexts.oneFilter : uiTexts.filtersCount(count)}
      </Button>
      <div id={id} className={isOpen ? 'contents' : 'contents max-sm:hidden'}>
        {children}
      </div>
    </>
  )
}
