import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server that answers each question with one IPv4 address, which may be changed. */
export async function startNameServer(address: string) {
  const state = { address };
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address: client }) => {
    // The end of the name, which is followed by its type and class.
    const end = question.indexOf(0, 12) + 5;
    const isIPv4 = question.readUInt16BE(end - 4) === 1;
    const head = Buffer.from([question[0]!, question[1]!, 0x81, 0x80, 0, 1, 0, isIPv4 ? 1 : 0, 0, 0, 0, 0]);
    // The name of the question, IPv4, internet, for one second, four bytes.
    const answer = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...state.address.split('.').map(Number)];
    socket.send(Buffer.concat([head, question.subarray(12, end), Buffer.from(isIPv4 ? answer : [])]), port, client);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    move(to: string) {
      state.address = to;
    },
    stop: () => {
      socket.close();
    },
  };
}
