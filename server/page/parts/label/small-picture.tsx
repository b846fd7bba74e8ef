import { useEffect, useRef, useState } from 'preact/hooks';
import type { PreviewAnswer } from '../../../http/answers.js';
import { drawQueued, type PreviewRequest } from '../../api/previews.js';
import { ApiError } from '../../api/request.js';
import { startAfter, watchSight } from '../../browser/ends.js';
import type { Dimensions } from '../../state/fit.js';
import { Icon } from '../controls/index.js';

interface SmallPictureProps {
  readonly fields: PreviewRequest;
  readonly panel: Dimensions;
  readonly room: Dimensions;
}

/** Milliseconds without a change before small pictures are drawn: the large one goes first. */
const patienceMs = 350;

/** A small picture of a label, drawn when it comes into sight. Screen readers read the name below it. */
export function SmallPicture({ fields, panel: { width, height }, room }: SmallPictureProps) {
  const scale = Math.min(room.width / width, room.height / height);
  const place = useRef<HTMLSpanElement>(null);
  const [answer, setAnswer] = useState<PreviewAnswer | ApiError | null>(null);
  const key = JSON.stringify(fields);
  useEffect(() => {
    let cancel = (): void => undefined;
    const unwatch = watchSight(place.current!, '80px', (inSight) => {
      if (!inSight) return;
      unwatch();
      cancel = startAfter(patienceMs, async (signal) => {
        const drawn = await drawQueued(fields, signal);
        if (drawn) setAnswer(drawn);
      });
    });
    return () => {
      unwatch();
      cancel();
    };
  }, [key]);
  return (
    <span ref={place} class="small-picture" style={{ width: `${width * scale}px`, height: `${height * scale}px` }}>
      {answer instanceof ApiError && <Icon name="refused" />}
      {answer && !(answer instanceof ApiError) && <img src={answer.image.data_uri} alt="" />}
    </span>
  );
}
