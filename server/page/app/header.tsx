import { Icon, Sheet } from '../parts/controls/index.js';
import { connection, shareSheet } from '../parts/header-slots.js';
import { placeAddress } from '../parts/place-address.js';
import { texts } from '../texts/index.js';
import { MainMenu } from './main-menu.js';
import { type StudioPlace, places } from './places.js';

export function Header({ place }: { readonly place: StudioPlace | undefined }) {
  const words = texts.value;
  const Share = shareSheet.value;
  return (
    <header class="header line">
      <a class="title line" href="/">
        {words.name}
      </a>
      <nav class="places" aria-label={words.name} data-alone={places.length === 1 ? '' : undefined}>
        {places
          .filter(({ apart }) => !apart)
          .map((each) => (
            <a
              key={each.name}
              class="line"
              href={placeAddress(each.path)}
              aria-current={each === place ? 'page' : undefined}
            >
              <Icon name={each.icon} />
              {words.places[each.name]}
            </a>
          ))}
      </nav>
      <div class="end line">
        <p
          class="connection line soft fine"
          role="status"
          data-state={connection.value ?? 'waiting'}
          hidden={connection.value === null}
        >
          {connection.value && words.connection[connection.value]}
        </p>
        {Share && (
          <Sheet label={words.share}>
            <Share />
          </Sheet>
        )}
        <Sheet label={words.menu} icon="menu">
          <MainMenu />
        </Sheet>
      </div>
    </header>
  );
}
