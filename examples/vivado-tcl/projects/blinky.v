module blinky (input wire clk, output reg led);
  reg [23:0] counter = 0;
  always @(posedge clk) begin
    counter <= counter + 1;
    if (counter == 0) led <= ~led;
  end
endmodule
