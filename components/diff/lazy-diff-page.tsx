'use client'

import dynamic from 'next/dynamic'
import { PageSkeleton } from '#components/shell/page-skeleton.tsx'

/** Comparing brings an editor of its own: none of it loads with the designer. */
export const LazyDiffPage = dynamic(() => import('./diff-page.tsx'), { ssr: false, loading: () => <PageSkeleton /> })
