'use client'

import { Unplug } from 'lucide-react'
import Link from 'next/link'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { TopBar } from '../frame/top-bar.tsx'
import { shellTexts } from '../texts/shell.ts'

/** The link to go on from here, where the caller knows a better one than the overview. */
export interface WayOn {
  readonly href: string
  readonly label: string
}

const overview: WayOn = { href: '/', label: shellTexts.goToOverview }

export function NotFoundPage({ what, wayOn = overview }: { what?: string; wayOn?: WayOn }) {
  return (
    <>
      <TopBar crumbs={[{ label: shellTexts.notFound }]} />
      <EmptyState
        icon={<Unplug />}
        title={shellTexts.pageNotFound}
        actions={
          <>
            <Button look="primary" asChild>
              <Link href={wayOn.href}>{wayOn.label}</Link>
            </Button>
            <Button asChild>
              <Link href="/workflows">{shellTexts.workflows}</Link>
            </Button>
            <Button asChild>
              <Link href="/runs">{shellTexts.runs}</Link>
            </Button>
          </>
        }
      >
        {what ?? shellTexts.itMayHaveBeenRenamed}
      </EmptyState>
    </>
  )
}
