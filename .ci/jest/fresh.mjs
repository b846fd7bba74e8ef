// Jest's global setup: refuses an outdated build.
import { distSources, hashOf, productHash, testSources } from '../builds.mjs';

export default function refuseOldBuild() {
  const { product, tests } = distSources();
  if (product !== productHash() || tests !== hashOf(testSources()))
    throw new Error(
      'dist/ was not built from the current sources. Run `npm run quick -- PATTERN`, which builds first.',
    );
}
