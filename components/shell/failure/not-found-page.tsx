'use client'

import { Unplug } from 'lucide-react'
import Link from 'next/link'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { TopBar } from '../frame/top-bar.tsx'

/** The link to go on from here, where the caller knows a better one than the overview. */
export interface WayOn {
  readonly href: string
  readonly label: string
}

const overview: WayOn = { href: '/', label: 'Go to overview' }

export function NotFoundPage({ what, wayOn = overview }: { what?: string; wayOn?: WayOn }) {
  return (
    <>
      <TopBar crumbs={[{ label: 'Not found' }]} />
      <EmptyState
        icon={<Unplug />}
        title="Page not found"
        actions={
          <>
            <Button look="primary" asChild>
              <Link href={wayOn.href}>{wayOn.label}</Link>
            </Button>
            <Button asChild>
              <Link href="/workflows">Workflows</Link>
            </Button>
            <Button asChild>
              <Link href="/runs">Runs</Link>
            </Button>
          </>
        }
      >
        {what ?? 'It may have been renamed or archived, or the link is incomplete.'}
      </EmptyState>
    </>
  )
}
