// Jest's global setup: refuses an outdated build, and unpacks the browser once, as workers would all start with that.
import { distSources, hashOf, productHash, testSources } from '../builds.mjs';

export default async function prepare() {
  const { product, tests } = distSources();
  if (product !== productHash() || tests !== hashOf(testSources()))
    throw new Error(
      'dist/ was not built from the current sources. Run `npm run quick -- PATTERN`, which builds first.',
    );
  const { unpackBrowser } = await import('../../dist/test/support/unpacked-browser.js');
  try {
    unpackBrowser();
  } catch {
    // The tests that need it try again, and report the error.
  }
}
