// `npm run build`: what `npm start` does before it starts anything.
import { ensureBuild, ensureClient, ensurePackages } from './prepare.mjs'

ensurePackages()
ensureClient()
ensureBuild()
